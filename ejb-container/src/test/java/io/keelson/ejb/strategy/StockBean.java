package io.keelson.ejb.strategy;

import jakarta.ejb.EJBException;
import jakarta.ejb.EntityBean;
import jakarta.ejb.EntityContext;
import jakarta.ejb.NoSuchEntityException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** An entity bean that counts how often it is loaded. */
public class StockBean implements EntityBean {
    private static final long serialVersionUID = 1L;
    static final AtomicInteger LOADS = new AtomicInteger();

    private transient EntityContext context;
    private String id;
    private int count;

    private static Connection connect() throws SQLException {
        try {
            return ((DataSource) new InitialContext().lookup("shop")).getConnection();
        } catch (NamingException e) {
            throw new EJBException(e);
        }
    }

    public static int loads() {
        return LOADS.getAndSet(0);
    }

    public String ejbCreate(String newId) {
        throw new EJBException("not in this test");
    }

    public void ejbPostCreate(String newId) {}

    public String ejbFindByPrimaryKey(String key) {
        return key;
    }

    @Override
    public void setEntityContext(EntityContext given) {
        context = given;
    }

    @Override
    public void unsetEntityContext() {}

    @Override
    public void ejbRemove() {}

    @Override
    public void ejbActivate() {
        id = (String) context.getPrimaryKey();
    }

    @Override
    public void ejbPassivate() {}

    @Override
    public void ejbLoad() {
        LOADS.incrementAndGet();
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement("select count from stock where id = ?")) {
            statement.setString(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new NoSuchEntityException(id);
                }
                count = rows.getInt(1);
            }
        } catch (SQLException e) {
            throw new EJBException("load " + id, e);
        }
    }

    @Override
    public void ejbStore() {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement("update stock set count = ? where id = ?")) {
            statement.setInt(1, count);
            statement.setString(2, id);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new EJBException("store " + id, e);
        }
    }

    public int count() {
        return count;
    }

    public void change(int by) {
        count += by;
    }
}
