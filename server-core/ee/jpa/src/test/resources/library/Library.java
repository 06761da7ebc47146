package library;

import jakarta.data.Order;
import jakarta.data.page.Page;
import jakarta.data.page.PageRequest;
import jakarta.data.repository.By;
import jakarta.data.repository.CrudRepository;
import jakarta.data.repository.Delete;
import jakarta.data.repository.Find;
import jakarta.data.repository.OrderBy;
import jakarta.data.repository.Query;
import jakarta.data.repository.Repository;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.StatelessSession;

/** The repository of the tests. */
@Repository
public interface Library extends CrudRepository<Book, String> {
    StatelessSession session();

    @Query("where title like :title order by title")
    List<Book> byTitle(String title);

    @Find
    Book only(@By("pages") int pages);

    @Find
    @OrderBy("title")
    Stream<Book> ofPages(@By("pages") int pages);

    @Find
    Page<Book> page(@By("pages") int pages, PageRequest request, Order<Book> order);

    @Query("update Book set pages = pages + :more")
    int grow(int more);

    @Query("delete from Book where pages < :limit")
    int prune(int limit);

    @Delete
    void remove(@By("title") String title);

    @Query("select count(*) from Book")
    @Transactional(Transactional.TxType.MANDATORY)
    long counted();
}
