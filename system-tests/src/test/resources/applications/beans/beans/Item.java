package beans;

import java.io.Serializable;

/** A value. */
public record Item(String name, int count) implements Serializable {}
