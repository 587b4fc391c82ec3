-- The sound of games, by microphone, in stretches that each end with an announcement.
CREATE TABLE sound_block (
    game text NOT NULL,
    microphone text NOT NULL,
    stretch integer NOT NULL,
    block integer NOT NULL,
    flac bytea NOT NULL,
    PRIMARY KEY (game, microphone, stretch, block)
);
-- FLAC is compressed already.
ALTER TABLE sound_block ALTER COLUMN flac SET STORAGE EXTERNAL;

-- Where in them a move was announced, as a line of the index that lies beside sound files.
CREATE TABLE sound_announcement (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game text NOT NULL,
    microphone text NOT NULL,
    line text NOT NULL
);
CREATE INDEX sound_announcement_of_game ON sound_announcement (game, microphone, number);
