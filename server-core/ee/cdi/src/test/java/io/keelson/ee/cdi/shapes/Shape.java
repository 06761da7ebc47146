package io.keelson.ee.cdi.shapes;

/** Something that several beans are. */
public interface Shape {
    /** Returns what it is. */
    String describe();
}
