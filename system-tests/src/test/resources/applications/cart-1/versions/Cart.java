package versions;

import java.io.Serializable;

/** Version 1: the other one cannot read it. */
public final class Cart implements Serializable {
    private static final long serialVersionUID = 1L;

    private final int goods;

    public Cart(int goods) {
        this.goods = goods;
    }

    public int goods() {
        return goods;
    }
}
