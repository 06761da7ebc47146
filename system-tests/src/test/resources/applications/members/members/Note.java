package members;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** Something that is cached. */
@Entity
public class Note {
    @Id
    private Long id;

    private String text;

    protected Note() {}

    Note(Long id, String text) {
        this.id = id;
        this.text = text;
    }

    String getText() {
        return text;
    }

    void setText(String next) {
        text = next;
    }
}
