create sequence if not exists Book_SEQ start with 100 increment by 50;
create table if not exists Book (id bigint primary key, title varchar(200) not null, author varchar(200) not null, price numeric(10,2) not null);
create table if not exists Account (name varchar(20) primary key, balance numeric(12,2) not null);
