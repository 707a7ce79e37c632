"""Whole games, kept with a digest of every moment, so that a change of the engine cannot pass unnoticed.

    moment.py     what people can know of a moment, by names
    kept.py       a game as it is kept in a file
    players.py    who plays the games: at random, by preference, bots
    replay.py     play a kept game again and say what differs; accept what is meant to differ
    make.py       choose and make the games
    rare.py       scripts for what hardly ever happens
    events.py     which kinds of events the games show

`make corpus` replays all of them; tests/test_corpus.py some. Nothing is made anew silently: `--accept` writes the
games that differ and prints their names for the commit.
"""
