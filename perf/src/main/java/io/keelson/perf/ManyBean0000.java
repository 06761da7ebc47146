package io.keelson.perf;

import jakarta.ejb.Stateless;

/** The bean of which {@link EjbDeployment} makes a thousand: their class files are this one with other digits. */
@Stateless
public class ManyBean0000 {
    /** Returns one more. */
    public int next(int number) {
        return number + 1;
    }
}
