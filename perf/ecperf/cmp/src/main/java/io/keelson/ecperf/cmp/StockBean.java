package io.keelson.ecperf.cmp;

/** A row of m_stock. */
public abstract class StockBean extends CmpBean {
    private static final long serialVersionUID = 1L;

    /** Column opening. */
    public abstract long getOpening();

    /** Changes the column opening. */
    public abstract void setOpening(long opening);

    /** Column on_hand. */
    public abstract long getOnHand();

    /** Changes the column on_hand. */
    public abstract void setOnHand(long onHand);

    /** Column on_order. */
    public abstract long getOnOrder();

    /** Changes the column on_order. */
    public abstract void setOnOrder(long onOrder);
}
