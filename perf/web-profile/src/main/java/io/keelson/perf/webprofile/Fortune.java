package io.keelson.perf.webprofile;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A saying. */
@Entity
@Table(name = "fortune")
public class Fortune {
    @Id
    private int id;

    @Column(nullable = false)
    private String message;

    /** For persistence. */
    protected Fortune() {}

    /** A saying that is not in the database. */
    Fortune(int id, String message) {
        this.id = id;
        this.message = message;
    }

    /** The key. */
    public int getId() {
        return id;
    }

    /** The text. */
    public String getMessage() {
        return message;
    }
}
