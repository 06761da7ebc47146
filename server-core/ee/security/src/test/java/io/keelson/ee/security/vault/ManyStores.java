package io.keelson.ee.security.vault;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.security.enterprise.identitystore.DatabaseIdentityStoreDefinition;
import jakarta.security.enterprise.identitystore.InMemoryIdentityStoreDefinition;
import jakarta.security.enterprise.identitystore.InMemoryIdentityStoreDefinition.Credentials;

/** Defines two stores: a database that knows nobody, and ann in memory. */
@DatabaseIdentityStoreDefinition(
        dataSourceLookup = "java:comp/DefaultDataSource",
        callerQuery = "select 'nobody' from (values (1)) as t(c) where ? = ''",
        groupsQuery = "select 'nothing' from (values (1)) as t(c) where ? = ''",
        priority = 10)
@InMemoryIdentityStoreDefinition(
        value = @Credentials(callerName = "ann", password = "pw", groups = "keeper"),
        priority = 20)
@ApplicationScoped
public class ManyStores {}
