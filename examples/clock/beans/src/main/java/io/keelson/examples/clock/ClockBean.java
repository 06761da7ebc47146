package io.keelson.examples.clock;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.EJBException;
import jakarta.ejb.Local;
import jakarta.ejb.Lock;
import jakarta.ejb.LockType;
import jakarta.ejb.Remote;
import jakarta.ejb.Schedule;
import jakarta.ejb.Singleton;
import jakarta.ejb.Timer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * Fires each second, on one server of the cluster. Its figures are a row of the database, which each firing changes in its transaction.
 */
@Singleton(name = "Clock")
@Local(LocalClock.class)
@Remote(Clock.class)
@Lock(LockType.READ)
public class ClockBean {
    private static final long SECOND = 1000;

    @Resource(lookup = "java:comp/DefaultDataSource")
    private DataSource database;

    private String owner;

    /** Makes the row where it is not there. */
    @PostConstruct
    public void prepare() {
        owner = server();
        try {
            makeRow();
        } catch (EJBException e) {
            makeRow(); // another server made it at the same time
        }
    }

    private void makeRow() {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("create table if not exists clock (id int primary key, ticks bigint not null,"
                    + " last_due bigint not null, owner varchar(200) not null, missed bigint not null,"
                    + " doubled bigint not null)");
            statement.execute("merge into clock c using (values (1)) v(id) on c.id = v.id when not matched then"
                    + " insert values (1, 0, 0, '', 0, 0)");
        } catch (SQLException e) {
            throw new EJBException("the row of the clock cannot be made: " + e.getMessage(), e);
        }
    }

    /** Counts the second that is due. */
    @Schedule(hour = "*", minute = "*", second = "*", info = "the clock of the cluster")
    public void tick(Timer timer) {
        long due = timer.getNextTimeout().getTime() / SECOND - 1;
        try (Connection connection = database.getConnection();
                Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("select last_due from clock where id = 1 for update")) {
            if (!row.next()) {
                throw new EJBException("the row of the clock is gone");
            }
            long last = row.getLong(1);
            boolean again = due <= last;
            String change = again
                    ? "update clock set doubled = doubled + 1, owner = ? where id = 1"
                    : "update clock set ticks = ticks + 1, owner = ?, last_due = ?, missed = missed + ? where id = 1";
            try (PreparedStatement update = connection.prepareStatement(change)) {
                update.setString(1, owner);
                if (!again) {
                    update.setLong(2, due);
                    update.setLong(3, last == 0 ? 0 : due - last - 1);
                }
                update.executeUpdate();
            }
        } catch (SQLException e) {
            throw new EJBException("the second " + due + " cannot be counted: " + e.getMessage(), e);
        }
    }

    /** Returns the figures. */
    public Ticks ticks() {
        try (Connection connection = database.getConnection();
                Statement query = connection.createStatement();
                ResultSet row =
                        query.executeQuery("select ticks, last_due, owner, missed, doubled from clock where id = 1")) {
            if (!row.next()) {
                throw new EJBException("the row of the clock is gone");
            }
            return new Ticks(row.getLong(1), row.getLong(2), row.getString(3), row.getLong(4), row.getLong(5));
        } catch (SQLException e) {
            throw new EJBException("the clock cannot be read: " + e.getMessage(), e);
        }
    }

    /** Returns the name of this server, as servers of this kind say it; elsewhere the process. */
    static String server() {
        return System.getProperty(
                "weblogic.Name", String.valueOf(ProcessHandle.current().pid()));
    }
}
