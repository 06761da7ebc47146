package io.keelson.ecperf.bmp;

import jakarta.ejb.EJBException;
import jakarta.ejb.EntityBean;
import jakarta.ejb.EntityContext;
import jakarta.ejb.NoSuchEntityException;
import jakarta.ejb.ObjectNotFoundException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/** An entity bean that is a row of a table. Subclasses say the table, and have the fields. */
public abstract class RowBean implements EntityBean {
    private static final long serialVersionUID = 1L;

    private final transient String table;
    private final transient List<String> columns;
    private transient EntityContext context;
    private transient Database database;
    private transient boolean dirtyCheck;
    private long id;
    private boolean modified;

    /**
     * A row of a table.
     *
     * @param columns without the key; the last is {@code version} where the table has one
     */
    protected RowBean(String table, String... columns) {
        this.table = table;
        this.columns = Arrays.asList(columns);
    }

    /** Takes the values of the columns from a row, of which they are the first. */
    protected abstract void read(ResultSet row) throws SQLException;

    /** The values of the columns. */
    protected abstract Object[] values();

    /** Key. */
    public long getId() {
        return id;
    }

    /** Notes that a value was changed. */
    protected final void change() {
        modified = true;
    }

    /** Inserts the row; returns its key. */
    protected final Long insert(long key) {
        id = key;
        database.execute(
                "insert into " + table + " (" + String.join(", ", columns) + ", id) values ("
                        + "?, ".repeat(columns.size()) + "?)",
                withKey());
        modified = false;
        return key;
    }

    private Object[] withKey() {
        Object[] values = Arrays.copyOf(values(), columns.size() + 1);
        values[columns.size()] = id;
        return values;
    }

    /** Finds a row. */
    public Long ejbFindByPrimaryKey(Long key) throws ObjectNotFoundException {
        return find("", key);
    }

    /** Finds a row and locks it. */
    public Long ejbFindForUpdate(Long key) throws ObjectNotFoundException {
        return find(" for update", key);
    }

    private Long find(String lock, Long key) throws ObjectNotFoundException {
        List<Long> found = database.keys("select id from " + table + " where id = ?" + lock, 1, key);
        if (found.isEmpty()) {
            throw new ObjectNotFoundException("there is no row " + key + " in " + table);
        }
        return key;
    }

    /** Finds rows by the value of a column, in the order of their keys. */
    protected final Collection<Long> findBy(String column, Long value, boolean lock) {
        return database.keys(
                "select id from " + table + " where " + column + " = ? order by id" + (lock ? " for update" : ""),
                0,
                value);
    }

    @Override
    public void setEntityContext(EntityContext given) {
        context = given;
        database = Database.lookup();
        try {
            dirtyCheck = Boolean.parseBoolean(InitialContext.doLookup("java:app/env/dirty-check"));
        } catch (NamingException e) {
            throw new EJBException("the environment entry java:app/env/dirty-check cannot be looked up", e);
        }
    }

    @Override
    public void unsetEntityContext() {
        context = null;
    }

    @Override
    public void ejbActivate() {
        id = (Long) context.getPrimaryKey();
    }

    @Override
    public void ejbPassivate() {
        modified = false;
    }

    /** Locks the row where {@link #ejbStore} writes whatever was loaded: else it would write over what others have changed meanwhile. */
    @Override
    public void ejbLoad() {
        int rows = database.query(
                "select " + String.join(", ", columns) + " from " + table + " where id = ?"
                        + (dirtyCheck ? "" : " for update"),
                1,
                this::read,
                id);
        if (rows == 0) {
            throw new NoSuchEntityException("there is no row " + id + " in " + table);
        }
        modified = false;
    }

    @Override
    public void ejbStore() {
        if (dirtyCheck && !modified) {
            return;
        }
        String changes = columns.stream().map(column -> column + " = ?").collect(Collectors.joining(", "));
        database.execute("update " + table + " set " + changes + " where id = ?", withKey());
        modified = false;
    }

    @Override
    public void ejbRemove() {
        database.execute("delete from " + table + " where id = ?", id);
    }
}
