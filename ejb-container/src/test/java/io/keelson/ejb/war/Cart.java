package io.keelson.ejb.war;

import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A stateful bean. */
@Stateful
public class Cart implements Serializable {
    private final List<String> things = new ArrayList<>();

    public void add(String thing) {
        things.add(thing);
    }

    public String content() {
        return things.toString();
    }

    @Remove
    public String buy() {
        return "bought " + things;
    }
}
