package io.keelson.perf;

/** Remote business interface of the stateful bean that the study of beans calls. */
public interface EjbCart {
    /** Changes the state, and returns how often that was done. */
    int add(byte part);
}
