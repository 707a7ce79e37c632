"""The table: a server that keeps games, seats people and bots at them, and shows each seat what it may see.

The server
    launcher        starts it: for everybody who can reach this machine, or for its user alone
    app             puts its parts together
    api             every path of the HTTP API
    limits          what a connection and a request may cost, before anything is understood
    security        headers, same-origin checks, limits on requests, and a log without secrets
    problems        what goes wrong as {error, text}
    openapi         how the API describes itself
    operations      what an operator's programs ask: does it live, is it ready, what does it count
    metrics         what it counts, as Prometheus reads it
    logs            the log as JSON
    environment     clock, chance and threads, which the fault simulator replaces

Games in play
    games           the loaded games: lock, check, commit, publish, answer
    editions        what the games are played with, one for each edition and its rulings
    lessons         the guided first game: prepared positions
    seats           who sits where, by tokens in cookies
    sitting         which Faction sits where: each edition has its own order
    windows         for which Surprise windows a seat is asked
    orders          standing orders: a Surprise card is played as soon as it may be
    rounds          a window at a live table: everybody is asked at once, under one countdown
    live_channel    every seat hears of each version in order
    peers           what several servers on one PostgreSQL tell each other

What a client is sent
    wire            the JSON of requests and answers
    wire_view       the JSON of a View
    wire_facts      the JSON of the material and the rules
    initials        two letters for each General
    views           from a View of the engine to that of the wire
    boards          boards of a game one after another, and how they differ
    course          where a replay stops, and what it marks
    walk            the example of play: boards, what was told, comments
    log_lines       from stored entries to the lines of the log
    fights          which decisions and lines belong to a fight
    ahead           what the choices of a seat lead to
    odds            the chances of what is about to be rolled
    lobby           a table as people see it before they sit down
    reference       what a client has to know once: material, board, rules
    client_files    the files of the browser client
    client_bundle   its modules as one script, its style sheets as one
    compression     answers become shorter on the way
    client_types    writes its types: `make types`

The database
    store           everything that is read and written
    writer          the thread that writes; many games share one disk flush
    inserts         the steps of several games in one transaction
    schema          its tables; migrations/ makes them
    rows            what it holds, row by row
    codec           how states and events are written into it
    loader          from the database to a game that goes on
    replay          plays a log again, and what a newer engine does to it
    checksums       finds damage
    repair          mends it from what is sound
    store_errors    what can be wrong with a database, in sentences
    file_lock       one server uses one SQLite file
    backup          copies of a database or of one game, made while people play

Processes beside the server
    bots            bots at the table: whom to ask, how long, and what if nothing comes
    bot_process     the process in which they think, or in which a record is written
    bot_messages    what passes between the server and these processes
    records         records of games, written one at a time
    load_client     plays many games at once over HTTP, and measures: `diadochi load`
"""
