extension NationTable {
    static let india = NationTable(
        "IN",
        "India",
        male: """
            Aarav, Abhijit, Ajay, Akshay, Amol, Anand, Anirudh, Arvind, Ashok, Bharat, Chetan, Darshan, Devendra, Dinesh,
            Ganesh, Gaurav, Girish, Harish, Hemant, Ishaan, Jayesh, Karthik, Kishore, Lokesh, Madhav, Manoj, Mukesh,
            Naveen, Nikhil, Omkar, Pranav, Rajesh, Ramesh, Rohan, Sanjay, Siddharth, Suresh, Tarun, Uday, Varun, Vikram,
            Yash
            """,
        female: """
            Aditi, Aishwarya, Amrita, Ananya, Anjali, Archana, Bhavna, Chandrika, Deepa, Devika, Diya, Esha, Gauri,
            Gayatri, Hema, Indira, Ira, Jaya, Jyoti, Kalpana, Kavita, Komal, Lalita, Leela, Madhuri, Malini, Meera, Nandini,
            Neha, Padma, Pooja, Priyanka, Radha, Rekha, Revathi, Savita, Shanta, Sneha, Sunita, Tara, Usha, Vasudha
            """,
        last: """
            Acharya, Agarwal, Amin, Apte, Bajaj, Banerjee, Barua, Bhandari, Bhatt, Bhosale, Bose, Chakraborty, Chauhan,
            Chopra, Das, Deshmukh, Deshpande, Dixit, Gaikwad, Ghosh, Gokhale, Gowda, Iyengar, Iyer, Jadhav, Jain, Joshi,
            Kamath, Kapoor, Kelkar, Khanna, Kulkarni, Kumar, Mahajan, Malhotra, Mehta, Menon, Mishra, Mukherjee, Nadar, Naidu,
            Nair, Pandey, Parekh, Patil, Pillai, Prabhu, Rane, Rao, Reddy, Saxena, Sen, Shetty, Shukla, Sinha, Subramaniam,
            Tagore, Thakur, Trivedi, Varma, Yadav
            """,
        streetForms: "* Road, * Marg, * Nagar, * Bazaar",
        streetNames: """
            Amrapali, Banyan, Chandni, Gulmohar, Hill, Jasmine, Kamal, Lal Bagh, Lotus, Mango Grove, Mayur, Neem, Peepal,
            Raj Path, Sangam, Station, Temple
            """,
        cities: """
            Ajmer, Alappuzha, Aurangabad, Belagavi, Bhuj, Darjeeling, Gangtok, Haridwar, Hubli–Dharwad, Imphal, Jamnagar,
            Kochi, Kolhapur, Kozhikode, Madurai, Mangaluru, Nashik, Puducherry, Shimla, Siliguri, Tiruchirappalli,
            Udaipur, Varanasi, Vellore, Warangal
            """,
        states: """
            Andhra Pradesh, Assam, Bihar, Chhattisgarh, Goa, Gujarat, Haryana, Himachal Pradesh, Karnataka, Kerala,
            Maharashtra, Meghalaya, Nagaland, Odisha, Punjab, Rajasthan, Sikkim, Tamil Nadu, Uttarakhand, West Bengal
            """
    )
}
