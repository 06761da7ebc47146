package io.keelson.ecperf.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row of c_rule. */
@Entity
@Table(name = "c_rule")
public class RuleEntity {
    @Id
    private long id;

    private long threshold;

    private int percent;

    /** For the provider. */
    protected RuleEntity() {}

    /** Key. */
    public long getId() {
        return id;
    }

    /** Least sum, in cents. */
    public long getThreshold() {
        return threshold;
    }

    /** Discount in percent. */
    public int getPercent() {
        return percent;
    }
}
