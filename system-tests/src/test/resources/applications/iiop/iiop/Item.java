package iiop;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A value with values. */
public class Item implements Serializable {
    public enum Colour {
        RED,
        BLUE
    }

    public String name;
    public int[] sizes = {1, 2, 3};
    public Colour colour = Colour.RED;
    public List<String> tags = new ArrayList<>();
    public Map<String, Integer> counts = new HashMap<>();
    public Item next;

    @Override
    public String toString() {
        return name + " " + sizes.length + " " + colour + " " + tags + " " + counts + (next == null ? "" : " -> " + next);
    }
}
