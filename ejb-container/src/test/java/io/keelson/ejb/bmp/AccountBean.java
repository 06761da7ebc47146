package io.keelson.ejb.bmp;

import jakarta.ejb.CreateException;
import jakarta.ejb.DuplicateKeyException;
import jakarta.ejb.EJBException;
import jakarta.ejb.EntityBean;
import jakarta.ejb.EntityContext;
import jakarta.ejb.FinderException;
import jakarta.ejb.NoSuchEntityException;
import jakarta.ejb.ObjectNotFoundException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** An entity bean that reads and writes its row itself, and notes what the container calls. */
public class AccountBean implements EntityBean {
    private static final long serialVersionUID = 1L;

    private transient EntityContext context;
    private String id;
    private int balance;
    private boolean modified;

    private static Connection connect() throws SQLException {
        try {
            return ((DataSource) new InitialContext().lookup("shop")).getConnection();
        } catch (NamingException e) {
            throw new EJBException(e);
        }
    }

    private interface Work<T> {
        T run(PreparedStatement statement) throws SQLException;
    }

    private static <T> T sql(String text, Work<T> work, Object... values) {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(text)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return work.run(statement);
        } catch (SQLException e) {
            throw new EJBException(text, e);
        }
    }

    private static List<String> ids(String text, Object... values) {
        return sql(
                text,
                statement -> {
                    List<String> found = new ArrayList<>();
                    try (ResultSet rows = statement.executeQuery()) {
                        while (rows.next()) {
                            found.add(rows.getString(1));
                        }
                    }
                    return found;
                },
                values);
    }

    public String ejbCreate(String newId, int start) throws CreateException {
        Trace.add("create");
        if (start < 0) {
            throw new CreateException("below zero");
        }
        if (!ids("select id from account where id = ?", newId).isEmpty()) {
            throw new DuplicateKeyException(newId);
        }
        try {
            context.getPrimaryKey();
            Trace.add("key-in-create");
        } catch (IllegalStateException e) {
            // as it has to be
        }
        id = newId;
        balance = start;
        sql("insert into account values (?, ?)", PreparedStatement::executeUpdate, newId, start);
        return newId;
    }

    public void ejbPostCreate(String newId, int start) {
        Trace.add("postCreate:" + context.getPrimaryKey());
    }

    public String ejbCreateLater(String newId) throws CreateException {
        return ejbCreate(newId, 0);
    }

    public void ejbPostCreateLater(String newId) throws CreateException {
        throw new CreateException("never");
    }

    public String ejbFindByPrimaryKey(String key) throws FinderException {
        Trace.add("find");
        if (ids("select id from account where id = ?", key).isEmpty()) {
            throw new ObjectNotFoundException(key);
        }
        return key;
    }

    public Collection<String> ejbFindRicherThan(int than) throws FinderException {
        Trace.add("findRicher");
        return ids("select id from account where balance > ? order by id", than);
    }

    public int ejbHomeTotal() {
        Trace.add("home");
        return Integer.parseInt(
                ids("select coalesce(sum(balance), 0) from account").get(0));
    }

    @Override
    public void setEntityContext(EntityContext given) {
        context = given;
        Trace.add("set");
    }

    @Override
    public void unsetEntityContext() {
        Trace.add("unset");
    }

    @Override
    public void ejbRemove() {
        Trace.add("remove");
        sql("delete from account where id = ?", PreparedStatement::executeUpdate, id);
    }

    @Override
    public void ejbActivate() {
        id = (String) context.getPrimaryKey();
        Trace.add("activate");
    }

    @Override
    public void ejbPassivate() {
        id = null;
        Trace.add("passivate");
    }

    @Override
    public void ejbLoad() {
        Trace.add("load");
        List<String> row = ids("select balance from account where id = ?", id);
        if (row.isEmpty()) {
            throw new NoSuchEntityException(id);
        }
        balance = Integer.parseInt(row.get(0));
        modified = false;
    }

    @Override
    public void ejbStore() {
        Trace.add("store:" + id);
        sql("update account set balance = ? where id = ?", PreparedStatement::executeUpdate, balance, id);
        modified = false;
    }

    public boolean isModified() {
        return modified;
    }

    public int balance() {
        Trace.add("balance");
        return balance;
    }

    public void deposit(int amount) {
        Trace.add("deposit");
        balance += amount;
        modified = true;
    }

    public void fail() {
        balance += 1000;
        throw new IllegalStateException("a mistake");
    }

    public void mandatory() {}

    public void denied() {}

    public int comeBack() {
        return ((LocalAccount) context.getEJBLocalObject()).balance();
    }

    public String owner() throws Refused {
        throw new Refused();
    }

    public int depositAndCount(int amount) {
        deposit(amount);
        return ((LocalAccountHome) context.getEJBLocalHome()).total();
    }
}
