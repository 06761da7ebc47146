package io.keelson.session.cluster;

/** Answers to a request about its session. */
sealed interface Answer {
    /** Has the session. */
    record Served() implements Answer {}

    /** There is none. */
    record Absent() implements Answer {}

    /** There may be one. */
    record Unreachable(String why) implements Answer {}

    /** The changes of the request are kept. */
    record Kept() implements Answer {}

    /** The changes of the request are lost. */
    record Lost() implements Answer {}
}
