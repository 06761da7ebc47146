package desk;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.validation.constraints.NotNull;

/** A row of the client's own database. */
@Entity
public class Note {
    @Id
    @GeneratedValue
    private long id;

    @NotNull
    private String text;

    protected Note() {}

    Note(String text) {
        this.text = text;
    }
}
