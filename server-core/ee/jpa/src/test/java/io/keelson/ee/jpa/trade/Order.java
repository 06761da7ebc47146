package io.keelson.ee.jpa.trade;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import java.util.UUID;

/** An entity whose table and columns are named by reserved words. */
@Entity
public class Order extends Keyed<UUID> {
    @Column(name = "group")
    private String table = "t";

    private int key = 7;

    int getKey() {
        return key;
    }
}
