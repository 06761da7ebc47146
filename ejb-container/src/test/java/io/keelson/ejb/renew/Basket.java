package io.keelson.ejb.renew;

import jakarta.ejb.Stateful;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A bean with state, which nobody removes. */
@Stateful
public class Basket implements Serializable {
    private static final long serialVersionUID = 1L;

    private final List<String> texts = new ArrayList<>();

    public int add(String text) {
        texts.add(text);
        return texts.size();
    }
}
