package io.keelson.ejb.stateful;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An entity. */
@Entity
public class Note {
    @Id
    private String id;

    private String text;

    protected Note() {}

    Note(String id, String text) {
        this.id = id;
        this.text = text;
    }

    String text() {
        return text;
    }

    void text(String to) {
        text = to;
    }
}
