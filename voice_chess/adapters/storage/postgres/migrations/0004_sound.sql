-- The sound of games: for each microphone what was heard, in stretches that an announcement ends.
CREATE TABLE sound_block (
    game text NOT NULL,
    microphone text NOT NULL,
    stretch integer NOT NULL,
    block integer NOT NULL,
    flac bytea NOT NULL,
    PRIMARY KEY (game, microphone, stretch, block)
);
-- It is packed already.
ALTER TABLE sound_block ALTER COLUMN flac SET STORAGE EXTERNAL;

-- Where in them a move was announced, as a line of the index that lies beside files of sound.
CREATE TABLE sound_announcement (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game text NOT NULL,
    microphone text NOT NULL,
    line text NOT NULL
);
CREATE INDEX sound_announcement_of_game ON sound_announcement (game, microphone, number);
