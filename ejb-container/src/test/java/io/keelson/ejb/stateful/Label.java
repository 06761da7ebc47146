package io.keelson.ejb.stateful;

import jakarta.ejb.Stateful;
import java.io.Serializable;

/** A stateful bean that another one has. */
@Stateful
public class Label implements Serializable {
    private String text = "none";

    public void write(String to) {
        text = to;
    }

    public String read() {
        return text;
    }
}
