package io.keelson.embedded.beans.shop;

import jakarta.ejb.Remove;
import jakarta.ejb.Stateful;
import java.util.ArrayList;
import java.util.List;

/** A stateful bean. */
@Stateful
public class BasketBean implements Basket {
    private final List<String> items = new ArrayList<>();

    @Override
    public void add(String item) {
        items.add(item);
    }

    @Override
    public List<String> items() {
        return items;
    }

    @Override
    @Remove
    public void pay() {
        items.clear();
    }
}
