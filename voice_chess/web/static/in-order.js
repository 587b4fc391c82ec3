/** Keeps responses in the order of their requests: one that comes after the response to a later request is too old. */

export class InOrder {
  #asked = 0;
  #shown = 0;

  /** Call when asking; the function returned tells, once its response is to be shown, whether that is still news. */
  asked() {
    this.#asked += 1;
    const own = this.#asked;
    return () => {
      const isNews = own > this.#shown;
      if (isNews) this.#shown = own;
      return isNews;
    };
  }
}
