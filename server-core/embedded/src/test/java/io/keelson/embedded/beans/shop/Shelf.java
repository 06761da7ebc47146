package io.keelson.embedded.beans.shop;

import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/** Keeps items by the default data source. */
@Stateless
public class Shelf {
    @Resource
    private DataSource database;

    @PersistenceContext
    private EntityManager items;

    /** Keeps an item. */
    public Item put(String title) {
        Item item = new Item(title);
        items.persist(item);
        return item;
    }

    /** Keeps an item, and fails. */
    public void putInVain(String title) {
        put(title);
        items.flush();
        throw new IllegalStateException("in vain");
    }

    /** Returns all titles. */
    public List<String> titles() {
        return items.createQuery("select i.title from Item i order by i.title", String.class)
                .getResultList();
    }

    /** Counts the rows by SQL. */
    public int rows() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("select count(*) from Item")) {
            result.next();
            return result.getInt(1);
        } catch (SQLException e) {
            throw new EJBException(e);
        }
    }
}
