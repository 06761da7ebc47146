package library;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Version;

/** A book. */
@Entity
public class Book {
    @Id
    public String isbn;

    public String title;
    public int pages;

    @Version
    public int version;

    /** For the provider. */
    public Book() {}

    public Book(String isbn, String title, int pages) {
        this.isbn = isbn;
        this.title = title;
        this.pages = pages;
    }
}
