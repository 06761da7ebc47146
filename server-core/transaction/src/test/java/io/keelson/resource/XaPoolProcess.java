package io.keelson.resource;

import io.keelson.kernel.naming.Naming;
import jakarta.transaction.UserTransaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;

/** A server in a process of its own that runs one transaction over the pools {@code a} and {@code b}, and may not survive it. */
final class XaPoolProcess {
    private XaPoolProcess() {}

    /** Takes the domain's directory and a file with its configuration. */
    public static void main(String[] arguments) throws Exception {
        try (OneServer server = new OneServer(Path.of(arguments[0]), Files.readString(Path.of(arguments[1])))) {
            UserTransaction user = server.service(UserTransaction.class);
            user.begin();
            for (String each : new String[] {"a", "b"}) {
                DataSource source =
                        (DataSource) server.service(Naming.class).context().lookup(each);
                try (Connection connection = source.getConnection();
                        Statement statement = connection.createStatement()) {
                    int unused = statement.executeUpdate("insert into sales values('halted')");
                }
            }
            user.commit();
        }
        System.exit(0);
    }
}
