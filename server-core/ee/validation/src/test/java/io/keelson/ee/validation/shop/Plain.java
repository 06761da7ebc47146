package io.keelson.ee.validation.shop;

import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

/** Constraints of the specification alone. */
public class Plain {
    @NotNull
    private final String name;

    @Min(3)
    private final int count;

    /** Makes one. */
    public Plain(String name, int count) {
        this.name = name;
        this.count = count;
    }

    @Override
    public String toString() {
        return name + count;
    }
}
