package io.keelson.ee.jpa.offers;

import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import java.io.Serializable;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** An entity whose identifier has several columns, and whose entries have no locks. */
@Entity
@Cache(usage = CacheConcurrencyStrategy.NONSTRICT_READ_WRITE)
public class Place {
    @EmbeddedId
    private Position position;

    private String name;

    protected Place() {}

    public Place(Position position, String name) {
        this.position = position;
        this.name = name;
    }

    public String getName() {
        return name;
    }

    public void setName(String next) {
        name = next;
    }

    /** Row and column. */
    @Embeddable
    public record Position(int x, int y) implements Serializable {}
}
