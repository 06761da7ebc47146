package shop;

import java.io.Serializable;

/** A session attribute, a bean of the page, a parameter of log records. */
public class Basket implements Serializable {
    private static final long serialVersionUID = 1;

    private int items;

    public int getItems() {
        return items;
    }

    public void add() {
        items++;
    }

    @Override
    public String toString() {
        return "basket of " + items;
    }
}
