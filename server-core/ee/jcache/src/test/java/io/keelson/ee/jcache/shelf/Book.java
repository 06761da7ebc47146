package io.keelson.ee.jcache.shelf;

import java.io.Serializable;

/** A value that is no type of the JDK. */
public record Book(String title, int edition) implements Serializable {}
