package io.keelson.perf;

import java.io.Serial;
import java.io.Serializable;

/** A stateful bean with one KiB of state, which every call changes; its descriptor says that it is one. */
public class EjbCartBean implements EjbCart, Serializable {
    @Serial
    private static final long serialVersionUID = 1L;

    private final byte[] parts = new byte[1024];
    private int count;

    @Override
    public int add(byte part) {
        parts[count % parts.length] = part;
        return ++count;
    }
}
