package io.keelson.kernel.config;

/** The kinds of single values. */
enum ScalarKind {
    STRING,
    BOOLEAN,
    INT,
    LONG,
    DOUBLE,
    ENUM,
    DURATION,
    SIZE,
    PATH
}
