package io.keelson.jms;

import java.rmi.Remote;

/** Says that a member of the cluster takes links of JMS. Nobody calls it. */
interface JmsMember extends Remote {}
