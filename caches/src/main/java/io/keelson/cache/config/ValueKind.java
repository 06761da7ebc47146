package io.keelson.cache.config;

/** The kind of values that applications have in a cache, which decides the bytes that outsiders see. */
public enum ValueKind {
    /** Text, as UTF-8. */
    TEXT("text/plain; charset=UTF-8"),
    /** Bytes as they are. */
    BYTES("application/octet-stream"),
    /** Serializable objects. */
    OBJECTS("application/x-java-serialized-object");

    private final String contentType;

    ValueKind(String contentType) {
        this.contentType = contentType;
    }

    /** Returns the content type of an entry that names none. */
    public String contentType() {
        return contentType;
    }
}
