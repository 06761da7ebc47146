package io.keelson.remoting.config;

/** From where clients may come in without a user and a password. */
public enum AnonymousAccess {
    /** From nowhere. */
    NEVER,
    /** From this machine. */
    LOOPBACK,
    /** From everywhere. */
    ALWAYS
}
