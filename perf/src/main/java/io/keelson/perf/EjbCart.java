package io.keelson.perf;

/** What the study of beans calls of a stateful bean: its remote business interface. */
public interface EjbCart {
    /** Changes the state, and returns how often that was done. */
    int add(byte part);
}
