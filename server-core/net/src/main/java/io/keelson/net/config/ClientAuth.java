package io.keelson.net.config;

/** Policy for certificates of clients. */
public enum ClientAuth {
    /** They are not asked. */
    NONE,
    /** They are asked. One that shows none is served; one whose certificate is not trusted is not. */
    WANTED,
    /** They are asked, and one without a trusted certificate is not served. */
    REQUIRED
}
