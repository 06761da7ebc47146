package io.keelson.session.webapp;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A class that lies in a library of the EAR. */
public final class SharedCart implements Serializable {
    private static final long serialVersionUID = 1L;

    private final List<String> goods = new ArrayList<>();

    public synchronized void add(String good) {
        goods.add(good);
    }

    @Override
    public synchronized String toString() {
        return String.join(",", goods);
    }
}
