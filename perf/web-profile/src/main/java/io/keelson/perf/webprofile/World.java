package io.keelson.perf.webprofile;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** A row with a number: id and number have four digits each, so that all answers of a workload have one length. */
@Entity
@Table(name = "world")
public class World {
    /** The least id and the least number. */
    static final int LEAST = 1_000;

    /** Ids and numbers are below it. */
    static final int BOUND = 10_000;

    @Id
    private int id;

    @Column(name = "random_number", nullable = false)
    private int randomNumber;

    /** The key. */
    public int getId() {
        return id;
    }

    /** Used by JSON Binding. */
    public void setId(int id) {
        this.id = id;
    }

    /** The number. */
    public int getRandomNumber() {
        return randomNumber;
    }

    /** Sets the number. */
    public void setRandomNumber(int randomNumber) {
        this.randomNumber = randomNumber;
    }
}
