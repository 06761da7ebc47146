package io.keelson.net.config;

/** Policy for certificates of clients. */
public enum ClientAuth {
    /** Clients are not asked. */
    NONE,
    /** Clients are asked. One that shows none is served; one whose certificate is not trusted is not. */
    WANTED,
    /** Clients are asked, and one without a trusted certificate is not served. */
    REQUIRED
}
