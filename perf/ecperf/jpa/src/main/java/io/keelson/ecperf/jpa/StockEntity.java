package io.keelson.ecperf.jpa;

import io.keelson.ecperf.model.Stock;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;

/** A row of m_stock. */
@Entity
@Table(name = "m_stock")
public class StockEntity implements Stock {
    @Id
    @Column(name = "id")
    private long id;

    @Column(name = "opening")
    private long opening;

    @Column(name = "on_hand")
    private long onHand;

    @Column(name = "on_order")
    private long onOrder;

    @Version
    private int version;

    /** For the provider. */
    protected StockEntity() {}

    @Override
    public long getId() {
        return id;
    }

    @Override
    public long getOnHand() {
        return onHand;
    }

    @Override
    public void setOnHand(long onHand) {
        this.onHand = onHand;
    }

    @Override
    public long getOnOrder() {
        return onOrder;
    }

    @Override
    public void setOnOrder(long onOrder) {
        this.onOrder = onOrder;
    }
}
