package io.keelson.embedded.beans.shop;

import jakarta.ejb.Local;
import java.util.List;

/** The view of a stateful bean. */
@Local
public interface Basket {
    /** Adds something. */
    void add(String item);

    /** Returns what was added. */
    List<String> items();

    /** Ends the bean. */
    void pay();
}
