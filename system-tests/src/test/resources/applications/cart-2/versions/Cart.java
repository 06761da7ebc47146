package versions;

import java.io.Serializable;

/** Version 2: the other one cannot read it. */
public final class Cart implements Serializable {
    private static final long serialVersionUID = 2L;

    private final int goods;

    public Cart(int goods) {
        this.goods = goods;
    }

    public int goods() {
        return goods;
    }
}
