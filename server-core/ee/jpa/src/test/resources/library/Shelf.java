package library;

import jakarta.data.Order;
import jakarta.data.Sort;
import jakarta.data.page.Page;
import jakarta.data.page.PageRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;
import org.hibernate.engine.spi.SharedSessionContractImplementor;

/** A bean that all requests share: it, too, has one repository only. */
@ApplicationScoped
public class Shelf {
    @Inject
    Library library;

    @PersistenceContext
    EntityManager entities;

    StatelessSession last;

    Library library() {
        return library;
    }

    StatelessSession last() {
        return last;
    }

    String asked() {
        last = behind();
        return (last == behind()) + " " + last.isOpen();
    }

    String titles() {
        StringBuilder all = new StringBuilder();
        for (Book book : library.byTitle("%")) {
            all.append(all.isEmpty() ? "" : ",").append(book.title);
        }
        return all.toString();
    }

    @Transactional
    public void addTwo(String one, String other) {
        library.insert(new Book(one, one, 10));
        library.insert(new Book(other, other, 10));
    }

    @Transactional
    public String twoWays(String name) {
        entities.persist(new Book(name, name, 1));
        entities.flush();
        boolean seen = library.findById(name).isPresent();
        boolean same = behind() == behind();
        last = behind();
        return seen + " " + same + " " + last.isOpen();
    }

    @Transactional
    public String counted() {
        return String.valueOf(library.counted());
    }

    /** The session of the moment. */
    StatelessSession behind() {
        return (StatelessSession) library.session().unwrap(SharedSessionContractImplementor.class);
    }

    String sorted() {
        Page<Book> page = library.page(10, PageRequest.ofSize(2).withTotal(), Order.by(Sort.desc("title")));
        return page.totalElements() + ":" + page.content().stream().map(book -> book.title).toList();
    }

    String streamed() {
        Stream<Book> open = library.ofPages(10);
        return open.map(book -> book.title).toList().toString();
    }

    void addAll(String... names) {
        library.insertAll(List.of(names).stream().map(name -> new Book(name, name, 10)).toList());
    }

    void stale(String name) {
        Book first = library.findById(name).orElseThrow();
        Book second = library.findById(name).orElseThrow();
        first.title = "first";
        library.update(first);
        second.title = "second";
        library.update(second);
    }
}
