package io.keelson.perf;

/** The stateless bean that is called in its own server, by its no-interface view. */
public class EjbLocalBean {
    /** Returns the next number. */
    public long next(long number) {
        return number + 1;
    }
}
