package io.keelson.session.cluster;

/** What a request is told about its session. */
sealed interface Answer {
    /** It has the session. */
    record Served() implements Answer {}

    /** There is none. */
    record Absent() implements Answer {}

    /** There may be one. */
    record Unreachable(String why) implements Answer {}

    /** What it did is kept. */
    record Kept() implements Answer {}

    /** What it did is lost. */
    record Lost() implements Answer {}
}
