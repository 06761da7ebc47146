package io.keelson.base.config;

import java.util.Map;

/** The configuration in force, as typed records. Immutable and thread-safe; a change makes a new one. */
public interface Configuration {
    /**
     * The record of that class. For a section below {@code servers.*} it is this server's.
     *
     * @throws IllegalArgumentException when the class is not a section of the model, or lies below another {@code *}
     */
    <R extends Record> R get(Class<R> section);

    /** All records of a section with a {@code *} in its path, by name, in the order of the file. */
    <R extends Record> Map<String, R> all(Class<R> section);
}
