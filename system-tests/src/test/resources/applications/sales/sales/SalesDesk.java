package sales;

import jakarta.transaction.TransactionSynchronizationRegistry;
import java.rmi.RemoteException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** Writes sales of this server. */
final class SalesDesk implements Sales {
    @Override
    public void add(String source, String text, boolean refused) throws RemoteException {
        try {
            InitialContext names = new InitialContext();
            TransactionSynchronizationRegistry registry =
                    (TransactionSynchronizationRegistry) names.lookup("java:comp/TransactionSynchronizationRegistry");
            try (Connection connection = ((DataSource) names.lookup(source)).getConnection();
                    Statement statement = connection.createStatement()) {
                statement.executeUpdate("insert into sales values('" + text + "')");
            }
            if (refused) {
                registry.setRollbackOnly();
            }
        } catch (NamingException | SQLException e) {
            throw new RemoteException(e.toString());
        }
    }
}
