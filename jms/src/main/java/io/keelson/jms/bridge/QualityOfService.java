package io.keelson.jms.bridge;

/** The promise of a bridge about a message when something fails. */
public enum QualityOfService {
    /** Is neither lost nor sent twice: both ends take part in one transaction. */
    EXACTLY_ONCE,
    /** May be sent twice: the target commits before the source does. */
    DUPLICATES_OKAY,
    /** May be lost: the source has acknowledged it before it is sent. */
    AT_MOST_ONCE
}
